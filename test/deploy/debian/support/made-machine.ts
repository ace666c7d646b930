// A Debian machine for each test, and packages of three versions of a made-up Posthorn.
import { expect } from 'chai';
import { type DebianMachine, type Result, startDebianMachine } from './machine.ts';
import { type MadePackages, openMadePackages } from './made-package.ts';

/** It takes quotes. */
export const SECRET = 'a$b#c d';
export const ENVIRONMENT = `PUBLIC_URL=https://mail.example.com
SECRET_KEY='${SECRET}'
SMTP_URL=smtp://127.0.0.1:9
DATABASE_URL=postgres://posthorn:x@127.0.0.1:5432/posthorn
`;
/** Enough processes to see an order, and fewer than all for the time. */
const MASKED = [
  'posthorn-submission',
  ...['audience', 'webhook', 'domain', 'automation', 'bulk', 'inbound', 'schedule'].map(
    (group) => `posthorn-worker-${group}`,
  ),
];
/** Some packages, and a database. */
const DISK = '256m';
/** The versions, and to which each may go back. */
const VERSIONS = { older: ['0.2.9', '0.2.9'], now: ['0.3.0', '0.2.9'], next: ['0.3.1', '0.3.1'] } as const;
type Name = keyof typeof VERSIONS;

/** What a test does with its machine. */
export interface MadeMachine {
  /** That of the present test. */
  machine(): DebianMachine;
  /** Makes a package again. @returns its file */
  make(name: Name): Promise<string>;
  /** Puts a package into the machine. @returns its path there */
  put(name: Name): Promise<string>;
  /** What dpkg prints is all in `stdout`. */
  install(name: Name): Promise<Result>;
  /** Makes a machine on which this version runs. */
  run(name: Name): Promise<void>;
  /** What a process of the machine answers. */
  readyz(port?: number): Promise<{ version: string; secret: string }>;
  /** What a command prints, without the end of the last line. */
  ask(command: string): Promise<string>;
  /** The processes of three units, one per line. */
  pids(): Promise<string>;
}

export function useMadeMachine(): MadeMachine {
  let packages: MadePackages;
  let machine: DebianMachine;
  const files = new Map<Name, string>();
  const make = async (name: Name) => {
    const [version, backTo] = VERSIONS[name];
    const file = await packages.make(version, { backTo });
    files.set(name, file);
    return file;
  };
  before(async () => {
    packages = await openMadePackages();
  });
  after(() => packages?.remove());
  beforeEach(async () => {
    machine = await startDebianMachine({ disk: DISK });
  });
  afterEach(() => machine?.close());

  const put = async (name: Name) => await machine.put(files.get(name) ?? (await make(name)));
  const install = async (name: Name) => await machine.try(`dpkg --install ${await put(name)} 2>&1`);
  const ask = async (command: string) => (await machine.run(command)).trim();
  return {
    machine: () => machine,
    make,
    put,
    install,
    ask,
    async run(name) {
      const write =
        'mkdir --mode=750 /etc/posthorn; umask 077; printf %s "$TEXT" > /etc/posthorn/environment';
      await machine.run(write, { TEXT: ENVIRONMENT });
      const { code, stdout } = await install(name);
      expect(code, stdout).to.equal(0);
      await machine.run(`systemctl mask ${MASKED.join(' ')} && systemctl enable --now posthorn.target`);
      await machine.run('until curl --silent --fail http://127.0.0.1:8089/readyz; do sleep 0.05; done');
      await machine.run('touch /var/migrated && chown posthorn /var/migrated && : > /var/migrated');
    },
    readyz: async (port = 3000) =>
      JSON.parse(await ask(`curl --silent --fail http://127.0.0.1:${port}/readyz`)),
    pids: () =>
      ask('for u in web inbound worker-send; do systemctl show -p MainPID --value posthorn-$u; done'),
  };
}
