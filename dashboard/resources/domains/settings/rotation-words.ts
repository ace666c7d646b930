// The DKIM keys of a domain in words, and a rotation as its three steps with their dates: a new key is made and its record
// published, it is seen and signs, and the record of the old key may go a week later. Pure.
import type { Domain } from '../../../api/generated/types.ts';
import { dayAndTime, nearMoment, shortDate } from '../../../format/time.ts';

type DnsRecord = Pick<Domain['records'][number], 'record' | 'name' | 'value' | 'status' | 'key'>;

/** A record of a key. */
type KeyRecord = DnsRecord & { key: NonNullable<DnsRecord['key']> };

/** A step. */
export interface RotationStep {
  id: 'publish' | 'sign' | 'remove';
  title: string;
  isDone: boolean;
  text: string;
  /** The record to publish now. */
  record?: DnsRecord;
}

/** The state of the keys of a domain. */
export interface Rotation {
  /** The key that signs. */
  text: string;
  /** The steps; empty: no rotation is in progress. */
  steps: readonly RotationStep[];
  /** Why a rotation would do nothing now. */
  refusal?: string;
  /** The new record was not found for so long that it counts as failed; looking for it may begin again. */
  isGivenUp?: boolean;
}

/** docs/reference/domain-verification.md#rotation-of-keys */
const WANTED_MS = 7 * 24 * 60 * 60 * 1_000;

/** Describes the keys. */
export function rotationOf(records: readonly DnsRecord[], now: Date): Rotation {
  const keys = records.filter((record): record is KeyRecord => record.key !== null);
  const inState = (state: KeyRecord['key']['state']) => keys.filter(({ key }) => key.state === state);
  const [signing] = inState('active');
  const [pending] = inState('pending');
  if (!signing) return withoutSigning(pending, now);
  if (pending) return waiting(pending, signing, now);
  const retiring = inState('retiring');
  const text = `Mail is signed with the key ${selectorOf(signing)}, created on ${madeOn(signing, now)}.`;
  return { text, steps: retiring.length === 0 ? [] : replaced(signing, retiring, now) };
}

function withoutSigning(first: KeyRecord | undefined, now: Date): Rotation {
  if (!first)
    return {
      text: 'Sending is off, so no key signs mail.',
      steps: [],
      refusal: 'Sending is off.',
    };
  return {
    text: `The key ${selectorOf(first)}, created on ${madeOn(first, now)}, signs mail when its record is found.`,
    steps: [],
    refusal: 'The first key has not signed any mail yet. Publish its record from the Records tab.',
  };
}

function waiting(pending: KeyRecord, signing: KeyRecord, now: Date): Rotation {
  const next = selectorOf(pending);
  const old = selectorOf(signing);
  const isGivenUp = pending.status === 'failed';
  const found = isGivenUp ? ' The record was not found for 72 hours.' : '';
  return {
    text: `Mail is signed with the key ${old} until the record of ${next} is found.`,
    isGivenUp,
    steps: [
      {
        id: 'publish',
        title: `Publish the record of ${next}`,
        isDone: false,
        text: `The key was created on ${madeOn(pending, now)}. Add its TXT record next to that of ${old}. Do not remove anything.${found}`,
        record: pending,
      },
      {
        id: 'sign',
        title: `${next} is found and signs mail`,
        isDone: false,
        text: `This happens automatically. Until then, ${old} signs your mail.`,
      },
      {
        id: 'remove',
        title: `Remove the record of ${old}`,
        isDone: false,
        text: `Wait 7 days after ${next} starts to sign: mail that ${old} signed may still be on its way.`,
      },
    ],
  };
}

/** @param retiring the newest first */
function replaced(signing: KeyRecord, retiring: readonly KeyRecord[], now: Date): RotationStep[] {
  const selector = selectorOf(signing);
  const [last] = retiring;
  const since = last?.key.retires_at ? new Date(Date.parse(last.key.retires_at) - WANTED_MS) : undefined;
  return [
    {
      id: 'publish',
      title: `Publish the record of ${selector}`,
      isDone: true,
      text: `The key was created on ${madeOn(signing, now)}.`,
    },
    {
      id: 'sign',
      title: `${selector} is found and signs mail`,
      isDone: true,
      text: since ? `It has signed mail since ${nearMoment(since, now)}.` : 'It signs your mail.',
    },
    {
      id: 'remove',
      title: `Keep the record of ${selectorOf(last ?? signing)} for now`,
      isDone: false,
      text: retiring.map((record) => removalWords(record)).join(' '),
    },
  ];
}

function removalWords(record: KeyRecord): string {
  const until = record.key.retires_at;
  const when = until === null ? 'a week after it was replaced' : dayAndTime(new Date(until));
  return `Mail that ${selectorOf(record)} signed may still be on its way. You can remove its record from ${when}.`;
}

/** "ph2" of `ph2._domainkey.acme.dev`. */
function selectorOf({ name }: { name: string }): string {
  return name.split('.')[0] ?? name;
}

function madeOn({ key }: KeyRecord, now: Date): string {
  return shortDate(new Date(key.created_at), now);
}
