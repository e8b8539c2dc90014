//! One region as CICS would install it.
