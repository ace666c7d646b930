// The login of a Postfix: Cyrus SASL with a database of passwords, as Debian installs both with Postfix. Postfix looks the
// password up at each login.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LoadLogin } from '../load/smtp-session.ts';
import { configurationIn } from './postfix-program.ts';

const REALM = 'bench.local';
/** As `saslpasswd2` does, which is in a package of its own: user, realm and property are the key, separated by NUL. */
const WRITE_PASSWORD = `
  use DB_File;
  my ($file, $user, $realm, $password) = @ARGV;
  tie my %passwords, 'DB_File', $file, O_CREAT | O_RDWR, 0644, $DB_HASH or die "$file: $!";
  $passwords{join "\\0", $user, $realm, 'userPassword'} = $password;`;

const run = promisify(execFile);

/** Stores the login. @returns settings of main.cf with which only who has it may send */
export async function requireLogin(
  directory: string,
  { user, password }: LoadLogin,
): Promise<Record<string, string>> {
  // Debian's Postfix looks here, and ignores `cyrus_sasl_config_path`.
  const sasl = path.join(configurationIn(directory), 'sasl');
  const passwords = path.join(sasl, 'passwords.db');
  await mkdir(sasl, { recursive: true });
  await run('perl', ['-e', WRITE_PASSWORD, passwords, user, REALM, password]);
  const settings = {
    pwcheck_method: 'auxprop',
    auxprop_plugin: 'sasldb',
    sasldb_path: passwords,
    mech_list: 'PLAIN',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${value}\n`);
  await writeFile(path.join(sasl, 'smtpd.conf'), lines.join(''));
  return {
    cyrus_sasl_config_path: sasl,
    smtpd_sasl_auth_enable: 'yes',
    smtpd_sasl_local_domain: REALM,
    smtpd_relay_restrictions: 'permit_sasl_authenticated, reject',
  };
}
