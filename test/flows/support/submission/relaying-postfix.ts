// A Postfix whose mail goes through Posthorn, with the settings of docs/reference/smtp.md#postfix: its users submit with
// sendmail, and it logs in at its smart host with an API key.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  makePostfixDirectory,
  removePostfixDirectory,
  startPostfixProgram,
} from '../../../../bench/servers/postfix-program.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { runProgram } from './run-program.ts';

/** Its smart host. */
export interface RelayingPostfixOptions {
  /** The name in the certificate of the server. */
  host: string;
  port: number;
  key: string;
  certificateFile: string;
}

/** Starts it; the caller stops it. */
export async function startRelayingPostfix({ host, port, key, certificateFile }: RelayingPostfixOptions) {
  const directory = await makePostfixDirectory();
  const configuration = path.join(directory, 'conf');
  const relayhost = `[${host}]:${port}`;
  const program = await startPostfixProgram(directory, {
    settings: {
      myhostname: 'office.acme.dev',
      relayhost,
      smtp_tls_security_level: 'secure',
      smtp_tls_CAfile: certificateFile,
      smtp_sasl_auth_enable: 'yes',
      smtp_sasl_password_maps: `inline:{ { ${relayhost} = postfix:${key} } }`,
      smtp_sasl_security_options: 'noanonymous',
      message_size_limit: '78643200',
    },
    services: ['tlsmgr unix - - n 1000? 1 tlsmgr'],
  }).catch(async (error: unknown) => {
    await removePostfixDirectory(directory);
    throw error;
  });
  return {
    /** Submits a message to the recipients of its header. @returns once it has been given away. @throws with the log */
    async sendmail(message: Buffer): Promise<void> {
      await runProgram('sendmail', ['-C', configuration, '-t', '-i'], { input: message });
      const log = await eventually('Postfix has done with the message', async () => {
        const text = await readFile(path.join(directory, 'log'), 'utf8');
        return /: removed\n|status=(?:deferred|bounced)/.test(text) && text;
      });
      if (/status=(?:deferred|bounced)/.test(log)) throw new Error(`Postfix could not send: ${log}`);
    },
    async stop() {
      await program.stop();
      await removePostfixDirectory(directory);
    },
  };
}
