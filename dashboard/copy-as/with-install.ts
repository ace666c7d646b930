// A command of the command line as the first one that a person meets: with the line that installs it from this server.
import { API_URL } from '../api/base.ts';

/** Both lines, to copy together; installing again changes nothing. */
export function withInstall(command: string): string {
  return `npm install -g ${API_URL}/cli/posthorn.tgz\n${command}`;
}
