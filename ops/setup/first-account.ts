// The account for which Posthorn is set up: with its domain, its owner's invitation and its first API key. It is made by the
// operators' verbs, in one transaction, so a second run finds all of it or nothing.

import { runCommand } from '../run-command.ts';
import type { Answers } from './answers.ts';
import type { EnvironmentValues } from './environment-file.ts';
import { type SetupMachine, SetupStop } from './machine.ts';

/** Runs operators' verbs with the configuration of the installation. */
export function openVerbs(values: EnvironmentValues) {
  const environment = { ...values, NODE_ENV: 'production' };
  const run = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await runCommand(args, environment);
    return { isDone: code === 0, result: stdout === '' ? undefined : JSON.parse(stdout), stderr };
  };
  return {
    /** Unmet checks are results, too. */
    check: async () => (await run(['check'])).result as { checks: Line[] },
    /** @throws SetupStop with the sentence of the verb when it refuses */
    async run(...args: readonly string[]) {
      const { isDone, result, stderr } = await run(args);
      if (!isDone) throw new SetupStop(stderr.trim());
      return result;
    },
  };
}

export type Verbs = ReturnType<typeof openVerbs>;
/** A line of `ops check`. */
type Line = Readonly<Record<'check' | 'status' | 'message', string>>;

/** @returns the DNS records of the domain, as lines of a zone file @throws SetupStop */
export async function makeFirstAccount(
  machine: SetupMachine,
  verbs: Verbs,
  { domain, owner }: Answers,
): Promise<readonly string[]> {
  const { data: domains } = await verbs.run('list-domains', '--limit', '1000');
  let account = domains.find(({ name }: { name: string }) => name === domain)?.account_id;
  if (account === undefined) {
    const options = ['--name', domain, '--plan', 'unlimited', '--owner', owner, '--domain', domain];
    const created = await verbs.run('create-account', ...options);
    account = created.id;
    await verbs.run('grant-production-access', account);
    machine.say(`Account: ${account}`);
    machine.say(`First API key (shown only once): ${created.api_key}`);
    machine.say(`Invitation for ${owner} (shown only once): ${created.invitation_url}`);
  } else {
    machine.say(
      `${domain} already exists, in the account ${account}. To create a new key or a new invitation:`,
    );
    machine.say(`  posthorn-ops create-api-key ${account} --name first`);
    machine.say(`  posthorn-ops invite-member ${account} ${owner} --role owner`);
  }
  return (await verbs.run('domain-records', domain)).zone_file;
}
