// DNS that answers a question about MX records when the test says so: shows which questions are in flight together.
import type { Dns, MailExchange, ServerAnswer } from '../../../../shared/platform/net/dns/answer.ts';
import { eventually } from '../../../support/time/eventually.ts';

const NO_RECORD: readonly ServerAnswer<MailExchange>[] = [{ server: null, answer: { kind: 'absent' } }];

/** Creates DNS that waits. */
export function createGate() {
  const asked: string[] = [];
  const waiting = new Map<string, () => void>();
  const mx = (name: string) =>
    new Promise<readonly ServerAnswer<MailExchange>[]>((resolve) => {
      asked.push(name);
      waiting.set(name, () => resolve(NO_RECORD));
    });
  const countOf = (name: string) => asked.filter((other) => other === name).length;
  return {
    dns: { about: () => ({ mx }) } as unknown as Dns,
    countOf,
    /** Answers the question about a name that waits. */
    open: (name: string) => waiting.get(name)?.(),
    /** Waits until so many questions about a name were asked. */
    asked: (name: string, count: number) => eventually(`${name} is asked`, () => countOf(name) === count),
  };
}
