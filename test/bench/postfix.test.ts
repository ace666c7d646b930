// Postfix as a variant of the benchmark, without a Postfix: which key its OpenDKIM gets, what is counted and stopped.
import { expect } from 'chai';
import {
  createPostfixVariant,
  createSignedPostfixVariant,
  POSTFIX,
  SIGNED_POSTFIX,
} from '../../bench/postfix/variant.ts';
import { SCENARIOS } from '../../bench/scenarios/all.ts';
import { whyNoOpenDkim } from '../../bench/servers/opendkim.ts';
import type { PostfixOptions } from '../../bench/servers/postfix.ts';
import type { RunEnvironment, Variant } from '../../bench/variant.ts';
import { readTestDkimKey } from '../support/factories/dkim-key.ts';

const SMTP_PORT = 2525;

describe('Postfix as a variant', () => {
  const key = readTestDkimKey();
  let asked: PostfixOptions[];
  let stops: number;

  beforeEach(() => {
    asked = [];
    stops = 0;
  });

  const surroundings = {
    smtpPort: SMTP_PORT,
    startPostfix(options: PostfixOptions) {
      asked.push(options);
      const stop = () => Promise.resolve(void stops++);
      const signerPid = options.dkimPrivateKey === undefined ? undefined : 12;
      return Promise.resolve({ port: 25, pid: 11, signerPid, stop });
    },
  } as RunEnvironment;
  const start = (variant: Variant) => variant.start(surroundings);
  const pids = ({ processes }: Awaited<ReturnType<typeof start>>) =>
    processes.map(({ name, pid }) => ({ name, pid }));

  it('signs nothing without OpenDKIM', async () => {
    const running = await start(createPostfixVariant());
    expect(asked).to.deep.equal([{ relayPort: SMTP_PORT, dkimPrivateKey: undefined }]);
    expect(pids(running)).to.deep.equal([{ name: 'postfix', pid: 11 }]);
    expect(createPostfixVariant().findPublicKey).to.equal(undefined);
  });

  it('signs with the key that its mail is verified with', async () => {
    const variant = createSignedPostfixVariant(key);
    await start(variant);
    expect(asked).to.deep.equal([{ relayPort: SMTP_PORT, dkimPrivateKey: key.privateKeyPem }]);
    expect(await variant.findPublicKey?.({} as never)).to.equal(key.publicKeyBase64);
  });

  it('counts the CPU time of OpenDKIM, and stops both at once', async () => {
    const running = await start(createSignedPostfixVariant(key));
    expect(pids(running)).to.deep.equal([
      { name: 'postfix', pid: 11 },
      { name: 'opendkim', pid: 12 },
    ]);
    await Promise.all(running.processes.map((process) => process.stop()));
    expect(stops).to.equal(1);
  });

  it('takes mail of programs from those only who have the login of the load', async () => {
    const running = await createPostfixVariant().startSubmitting?.(surroundings);
    const login = running?.target.protocol === 'smtp' ? running.target.login : undefined;
    expect(login?.password).to.have.lengthOf.above(30);
    expect(asked).to.deep.equal([{ relayPort: SMTP_PORT, dkimPrivateKey: undefined, keepsAll: true, login }]);
  });

  it('is compared in batches with both', () => {
    const variants = [createPostfixVariant(), createSignedPostfixVariant(key)];
    const batch = SCENARIOS.find(({ name }) => name === 'batch');
    const contenders = batch?.contenders({ variants, options: {} as never }) ?? [];
    expect(contenders.map(({ name }) => name)).to.deep.equal([POSTFIX, SIGNED_POSTFIX]);
    for (const { dividedBy } of contenders) {
      expect(dividedBy).to.include({ '× postfix': 'postfix', '× postfix-signed': 'postfix-signed' });
    }
  });

  describe('on a machine without its programs', () => {
    const path = process.env['PATH'];

    beforeEach(() => {
      process.env['PATH'] = '/nonexistent';
    });

    afterEach(() => {
      process.env['PATH'] = path;
    });

    for (const variant of [createPostfixVariant(), createSignedPostfixVariant(key)]) {
      it(`is left out with a reason: ${variant.name}`, async () => {
        expect(await variant.unavailableReason?.()).to.match(/apt-get install postfix|only root/);
      });
    }

    it('names OpenDKIM when it is missing', async () => {
      expect(await whyNoOpenDkim()).to.include('apt-get install opendkim');
    });
  });
});
