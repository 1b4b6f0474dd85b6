/** Extra certificates double what a start of Node costs, and no test uses a network. */
delete process.env.NODE_EXTRA_CA_CERTS
