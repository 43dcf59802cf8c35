"""What is said and shown of Meduris to a person."""
