// Keys that were SECRET_KEY before: all that a release without SECRET_KEY_PREVIOUS has made (the literals) opens while its
// key is listed, wherever it is, and so does what this release makes.
import { expect } from 'chai';
import { createRecipientTokens } from '../../../../shared/mail/feedback/recipient-tokens.ts';
import { createTrackingTokens } from '../../../../shared/mail/tracking/tracking-tokens.ts';
import { createSealedTokens } from '../../../../shared/platform/security/sealed-tokens.ts';
import {
  createKeyRing,
  fingerprintOf,
  type SecretKeys,
} from '../../../../shared/platform/security/secret-keys.ts';
import { createSecrets } from '../../../../shared/platform/security/secrets.ts';
import { createSignedLinks } from '../../../../shared/platform/security/signed-links.ts';
import { createPollLinks } from '../../../../shared/resources/messaging/polls/link.ts';
import { createHostMarks } from '../../../../shared/resources/messaging/tracking-hosts/host-mark.ts';
import { createPreferencesLinks } from '../../../../shared/resources/messaging/unsubscribe-page/link.ts';
import { createWebVersionLinks } from '../../../../shared/resources/messaging/web-versions/link.ts';

const URL_BASE = 'https://mail.acme.dev';
const OLD = 'uQ4m7k0yZt1sVb9dXoJ2eWc5rHfN8gLpA6iTzB3qEw0=';
const NEW = 'nKQwTVd0sJ1rgk3yVw5gkYyq2mF1cJ3xk6vQe8r0u9A=';
const OTHER = 'Zp3xW8mYb7vLr5Tk2cN9d4Hs6Jf0GaEuQoIi1RtUyVw=';

const [accountId, emailId, topicId, contentId] = ['a', 'b', 'c', 'd'].map(
  (digit) => `0198a1b2-c3d4-7e5f-8a9b-${digit.repeat(12)}`,
) as [string, string, string, string];
const address = 'bo@customer.dev';
const target = { number: 3, target: 'https://acme.dev/sale?x=1' };
const ENDS_AT = new Date('2030-01-01T00:00:00Z');
const NOW = new Date('2029-12-31T00:00:00Z');
const FILE = '/downloads/attachments/1';
const SECRET_OWNER = `webhooks/${accountId}`;

/** What a process with keys can make, and what it finds in it; `undefined` or `false` is nothing. */
interface Kind {
  made(keys: SecretKeys): string;
  opened(keys: SecretKeys, text: string): unknown;
  /** A text made by the release before, with OLD. */
  before: string;
  finds: unknown;
}

const lastOf = (url: string) => url.split('/').at(-1) ?? '';
const parametersOf = (query: string) => Object.fromEntries(new URLSearchParams(query));
const attempt = (decrypt: () => string) => {
  try {
    return decrypt();
  } catch {
    return undefined;
  }
};

const KINDS: Record<string, Kind> = {
  'a link to unsubscribe': {
    made: (keys) =>
      lastOf(
        createPreferencesLinks(URL_BASE, keys).urlsOf({ accountId, emailId, topicId, address }).unsubscribe,
      ),
    opened: (keys, token) => createPreferencesLinks(URL_BASE, keys).open(token),
    before:
      'g0vQ9zAVCZpYmtBjTjnMKx0YyCdyarApb_xjS5csOnxogm2rjzPBMJlm710DEVkOKLdAleuYm2MUyF09eeX_Pq37IAHUItmdOdLCRAbh_Itw7eLyD1TJ4I2kUd8T',
    finds: { accountId, emailId, topicId, address },
  },
  'a link to vote': {
    made: (keys) =>
      lastOf(
        createPollLinks(URL_BASE, keys).urlsOf({ accountId, pollId: topicId, emailId, address }, 2).poll2 ??
          '',
      ),
    opened: (keys, token) => createPollLinks(URL_BASE, keys).open(token),
    before:
      'UF2G0Y3yoabtCg8XMAUf1FwpA1WwhsgHS1oIrDjTLgXliXr6d1rLrvk8KQRWYmEByWZDMYobx0BUZV67GTox8DSKX5qr6Q0eG_FhUi9Ullo5TlGAj9-Fha9xqHRv',
    finds: { accountId, pollId: topicId, emailId, option: 2, address },
  },
  'a link to the web version': {
    made: (keys) =>
      lastOf(createWebVersionLinks(URL_BASE, keys).urlOf({ accountId, emailId, contentId, address })),
    opened: (keys, token) => createWebVersionLinks(URL_BASE, keys).open(token),
    before:
      '8P215IonOKt05KgVgBT4o2pztPtb6gh7RvloDwFsU6n0MLNEXWt-7FVS1GvvmhDmhh3MmJ_-apL7VaJ2Kvn6FvReR2FwPr-9mK8UUm5hPuKvXE-j8QT49lwDWzQ',
    finds: { accountId, emailId, contentId, address },
  },
  'a public link to the web version': {
    made: (keys) =>
      lastOf(createWebVersionLinks(URL_BASE, keys).publicUrlOf({ accountId, campaignId: contentId })),
    opened: (keys, token) => createWebVersionLinks(URL_BASE, keys).open(token),
    before: 'nvhaMsRUBvEhJapzY-0JchG8qf2ldXozS-wHym6u3FZ2ZPHZ9GBRArZqgEd4fjCgL5JpDQxHm2MTak6ELQ',
    finds: { accountId, campaignId: contentId },
  },
  'a pixel': {
    made: (keys) => createTrackingTokens(keys).pixel(emailId),
    opened: (keys, token) => createTrackingTokens(keys).open(token),
    before: 'AQGYobLD1H5fipu7u7u7u7sIhAjlXGSTi8vFeIDuDNo_',
    finds: { recipientId: emailId, link: undefined },
  },
  'a tracked link': {
    made: (keys) => createTrackingTokens(keys).link(emailId, target),
    opened: (keys, token) => createTrackingTokens(keys).open(token),
    before: 'AgGYobLD1H5fipu7u7u7u7sAA2h0dHBzOi8vYWNtZS5kZXYvc2FsZT94PTH2YAgYxB9bxq_3KhFrjN73',
    finds: { recipientId: emailId, link: target },
  },
  'a return path': {
    made: (keys) => `b-${createRecipientTokens(keys).tokenOf(emailId)}`,
    opened: (keys, localPart) => {
      const read = createRecipientTokens(keys).readLocalPart(localPart);
      return read === 'forged' ? undefined : read;
    },
    before: 'b-0198a1b2c3d47e5f8a9bbbbbbbbbbbbb5fa3fa0e65fe39b9',
    finds: { recipientId: emailId },
  },
  'the link of a download': {
    made: (keys) => new URL(createSignedLinks(URL_BASE, keys).sign(FILE, ENDS_AT)).search,
    opened: (keys, query) =>
      createSignedLinks(URL_BASE, keys).isGood(FILE, parametersOf(query), NOW) || undefined,
    before: '?expires=1893456000&signature=tbVaXgZb-LIdYb8PeL04DaEDqLpSr_LvlS5n8HszZt0',
    finds: true,
  },
  'the mark of a host': {
    made: (keys) => createHostMarks(keys).of('links.acme.dev'),
    opened: (keys, mark) => createHostMarks(keys).isOf('links.acme.dev', mark) || undefined,
    before: 'posthorn B79qxB1lvsdvRe47lCVe4F4femTXuos0GJiME0j9ys0',
    finds: true,
  },
  'a stored secret': {
    made: (keys) => createSecrets(keys).encrypt('whsec_of_before', SECRET_OWNER).toString('base64'),
    opened: (keys, bytes) =>
      attempt(() => createSecrets(keys).decrypt(Buffer.from(bytes, 'base64'), SECRET_OWNER)),
    before: '6570abBioQLHvQikXuG11y1atGiIMKt42cXO4Nt8ccaQAEemautWxbVoAg==',
    finds: 'whsec_of_before',
  },
};

describe('The keys of an installation', () => {
  for (const [name, { made, opened, before, finds }] of Object.entries(KINDS)) {
    it(`open ${name} of the release before and of this one, wherever its key is in the list, and of no other key`, () => {
      for (const text of [before, made([OLD]), made([OLD, NEW])]) {
        for (const keys of [[OLD], [NEW, OLD], [NEW, OTHER, OLD], [OLD, NEW]] as const)
          expect(opened(keys, text), keys.join()).to.deep.equal(finds);
        expect(opened([NEW, OTHER], text)).to.equal(undefined);
      }
      expect(opened([OLD], made([NEW, OLD])), 'made with the first').to.equal(undefined);
      expect(opened([NEW], made([NEW, OLD]))).to.deep.equal(finds);
    });
  }

  it('are tried both where two of them have one octet', () => {
    const octetOf = (key: string) => createKeyRing([key], () => undefined).first.octet;
    const same = Array.from({ length: 20_000 }, (_, number) => `${OTHER}${number}`).find(
      (key) => octetOf(key) === octetOf(OLD),
    );
    if (same === undefined) return expect.fail('Of 20,000 keys one has the octet of another.');
    for (const [name, { made, opened, finds }] of Object.entries(KINDS)) {
      expect(opened([same, OLD], made([OLD])), name).to.deep.equal(finds);
      expect(opened([same], made([OLD])), name).to.equal(undefined);
    }
  });

  it('make tokens that open as nothing without the octet of their key, or with that of another', () => {
    const { first } = createKeyRing([OLD, NEW], () => undefined);
    const tokens = createSealedTokens('tests', [OLD, NEW]);
    for (const areSame of [true, false]) {
      const sealed = Buffer.from(
        createSealedTokens('tests', [OLD], { areSame }).seal(Buffer.from('data')),
        'base64url',
      );
      expect(sealed[0]).to.equal(first.octet);
      expect(tokens.open(sealed.subarray(1).toString('base64url'))).to.equal(undefined);
      for (let octet = 0; octet < 256; octet += 1) {
        sealed[0] = octet;
        expect(tokens.open(sealed.toString('base64url')) !== undefined, `${octet}`).to.equal(
          octet === first.octet,
        );
      }
    }
  });

  it('have fingerprints that do not show them', () => {
    expect(fingerprintOf(OLD))
      .to.match(/^[0-9a-f]{8}$/)
      .and.not.equal(fingerprintOf(NEW));
  });
});
