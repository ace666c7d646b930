// Gives the dependencies of a worker an acceptor, for the tasks that mail something themselves.
import { type Acceptor, createAcceptor } from '../../shared/resources/messaging/emails/accept/accept.ts';
import type { JobDeps } from '../runtime/job.ts';

/** The dependencies of a task that mails. */
export function withAcceptor(deps: JobDeps): JobDeps & { acceptor: Acceptor } {
  const { simulatorDomains } = deps.config;
  return { ...deps, acceptor: createAcceptor({ ...deps, simulatorDomains }) };
}
