// Loaded into a client's process before the client (`node --require`): refuses every connection to a server that has a
// name, and notes the name in the file REFUSED_NAMES_FILE. The servers of the tests are at 127.0.0.1, so the client can
// reach nothing else, and a test sees whom it tried to reach.
const dns = require('node:dns');
const { appendFileSync } = require('node:fs');

dns.lookup = (name) => {
  appendFileSync(process.env['REFUSED_NAMES_FILE'] ?? '', `${name}\n`);
  throw new Error(`A test may not reach ${name}.`);
};
