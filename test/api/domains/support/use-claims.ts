// Claims of names that an account of the test has verified by DNS.
import { type Caller, createCaller } from '../../../support/api/account.ts';
import { useVerification, type Verification } from './use-verification.ts';

/** A claim of a test. */
export interface TestClaim extends Pick<Caller, 'accountId' | 'api'> {
  id: string;
  domainId: string;
  name: string;
  /** The text of its record. */
  proof: string;
  /** GET /domains/:id/claim. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer.
  get(): Promise<any>;
  /** Its status, with the reason why it is blocked or has failed. */
  state(): Promise<string>;
  publish(): void;
  withdraw(): void;
  /** POST /domains/:id/claim/verify. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer.
  verify(): Promise<{ status: number; body: any; headers: Record<string, string> }>;
  /** Asks for a check and runs it. */
  check(): Promise<void>;
  /** Publishes the record and runs a check. */
  prove(): Promise<void>;
  /** The domain that the claim has made. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer.
  domain(): Promise<any>;
}

/** Verified domains and claims of their names. */
export interface Claims extends Verification {
  /** Starts a claim, by a new account unless one is given. */
  claim(name: string, by?: Caller): Promise<TestClaim>;
}

/** Starts all of it for the tests of the enclosing `describe`. */
export function useClaims(options: Parameters<typeof useVerification>[0] = {}): Claims {
  const verification = useVerification(options);
  const { app, checkDue } = verification;
  const claim = async (name: string, by?: Caller): Promise<TestClaim> => {
    const { accountId, api, read } = by ?? (await createCaller(app));
    const { status, body } = await api.post('/domains/claim').send({ name });
    if (status >= 300) throw new Error(JSON.stringify(body));
    const { id, domain_id: domainId, record } = body;
    const get = () => read(`/domains/${domainId}/claim`);
    const publish = () => verification.dns().publish(record.name, { type: 'TXT', value: record.value });
    const verify = () => api.post(`/domains/${domainId}/claim/verify`);
    const check = async () => {
      await verify();
      await checkDue();
    };
    return {
      id,
      accountId,
      api,
      domainId,
      name: body.name,
      proof: record.value,
      get,
      async state() {
        const { status: state, blocked_reason, failure_reason } = await get();
        return [state, blocked_reason, failure_reason].filter(Boolean).join(' ');
      },
      publish,
      withdraw: () => verification.dns().withdraw(record.name, 'TXT'),
      verify,
      check,
      async prove() {
        publish();
        await check();
      },
      domain: () => read(`/domains/${domainId}`),
    };
  };
  return { ...verification, claim };
}
