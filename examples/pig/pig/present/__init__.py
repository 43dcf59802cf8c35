"""What is said and shown of Pig to a person."""
