"""What can be known of a Program before it is played; both ways of running rely on it."""
