"""Claims on players in the back office: listed, paid from cash, given up."""
