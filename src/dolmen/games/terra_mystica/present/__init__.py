"""What is said and shown of Terra Mystica to a person."""
