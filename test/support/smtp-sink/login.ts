// AUTH PLAIN and AUTH LOGIN of the sink (RFC 4954, RFC 4616).

/** Name and password. */
export interface Credentials {
  user: string;
  pass: string;
}

/** The next step of the server: another challenge, or the check of the credentials. */
export type LoginStep = { ask: string } | { authenticate: Credentials } | { refuse: string };

/** A login in progress. */
export interface Login {
  /** Handles the next line of the client. */
  hear(line: string): LoginStep;
}

const decode = (base64: string) => Buffer.from(base64, 'base64').toString('utf8');

function readPlain(base64: string): Credentials {
  const [, user = '', pass = ''] = decode(base64).split('\0');
  return { user, pass };
}

/** Starts a login with the argument of AUTH. @param argument undefined: the server offers no login and refuses it */
export function startLogin(argument: string | undefined): { login: Login; step: LoginStep } {
  const plain: Login = { hear: (line) => ({ authenticate: readPlain(line) }) };
  if (argument === undefined) return { login: plain, step: { refuse: '502 5.5.1 AUTH is not offered' } };
  const [mechanism = '', initial] = argument.split(' ');
  switch (mechanism.toUpperCase()) {
    case 'PLAIN':
      return { login: plain, step: initial ? plain.hear(initial) : { ask: '334 ' } };
    case 'LOGIN':
      return { login: createLoginDialogue(), step: { ask: '334 VXNlcm5hbWU6' } };
    default:
      return { login: plain, step: { refuse: '504 5.5.4 unknown mechanism' } };
  }
}

function createLoginDialogue(): Login {
  let user: string | undefined;
  return {
    hear(line) {
      if (user !== undefined) return { authenticate: { user, pass: decode(line) } };
      user = decode(line);
      return { ask: '334 UGFzc3dvcmQ6' };
    },
  };
}
