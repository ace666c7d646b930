// What a lab has measured, as the rows of docs/scaling.md, and which limits were broken.
import type { Mail, MailLoad } from './mail-load.ts';

/** A failure that has struck once. */
export interface Episode {
  failure: { name: string; limitSeconds: number; ratio: number };
  /** The longest time without: of the bare client, and of ours (accepting at each `web`, or delivering). */
  bareSeconds: number;
  ourSeconds: number;
  /** When it struck. */
  from: number;
  /** Processes of ours that ended. */
  ended: number;
  /** Why it was not over in time. */
  problem: string | undefined;
  /** Until all was mended and had arrived. */
  seconds: number;
}

/** The result of a lab. */
export interface LabReport {
  /** The rows as a table of markdown. */
  table: string;
  /** A sentence for each limit that was broken. */
  problems: readonly string[];
}

type EvaluatedEpisode = Episode & { mails: readonly Mail[] };

/**
 * How much longer than the bare client ours may always be, however short its pause was: it opens one session again, and two
 * of everything some 400, which takes two cores so long.
 */
const REOPENED_SECONDS = 4;
const HEAD = [
  '| failure | times | seconds without mail, the longest (the bare client) | slowest mail (s) | lost | doubled | ended | what a person must do |',
  '|---|---|---|---|---|---|---|---|',
];

/** One of them, for those who watch. */
export function sentenceOf(episode: Episode): string {
  const { failure, seconds, ended, problem } = episode;
  const parts = [timesOf(episode), `all in ${seconds.toFixed(0)} s`, ended > 0 && `${ended} ended`, problem];
  return `${failure.name}: ${parts.filter(Boolean).join('; ')}`;
}

const timesOf = ({ ourSeconds, bareSeconds }: Episode) =>
  `${ourSeconds.toFixed(1)} s without mail, the bare client ${bareSeconds.toFixed(1)} s`;

/** Judges it. A mail is of the failure that struck last before it arrived: so are those on their way at a strike. */
export function evaluate(
  name: string,
  struck: readonly Episode[],
  load: Pick<MailLoad, 'mails' | 'problems'>,
): LabReport {
  const episodes = struck.map((episode, index) => {
    const until = struck[index + 1]?.from ?? Infinity;
    const mails = load.mails.filter(
      ({ askedAt, arrivedAt: [at = askedAt] }) => episode.from <= at && at < until,
    );
    return { ...episode, mails };
  });
  const failures = [...new Set(episodes.map(({ failure }) => failure))];
  const rows = failures.map((failure) => rowOf(episodes.filter((episode) => episode.failure === failure)));
  return {
    table: [...HEAD, ...rows].join('\n'),
    problems: [...episodes.flatMap(breachesOf), ...load.problems].map((problem) => `${name}: ${problem}`),
  };
}

function rowOf(episodes: readonly EvaluatedEpisode[]): string {
  const [first] = episodes;
  const longest = episodes.reduce((one, other) => (other.ourSeconds > one.ourSeconds ? other : one));
  const mails = episodes.flatMap((episode) => episode.mails);
  const cells = [
    first?.failure.name,
    episodes.length,
    `${longest.ourSeconds.toFixed(1)} (${longest.bareSeconds.toFixed(1)})`,
    slowestOf(mails).toFixed(1),
    lostOf(mails),
    doubledOf(mails),
    episodes.reduce((sum, { ended }) => sum + ended, 0),
    episodes.some(({ problem }) => problem) ? 'to look at it' : 'nothing',
  ];
  return `| ${cells.join(' | ')} |`;
}

function breachesOf(episode: EvaluatedEpisode): string[] {
  const { failure, bareSeconds, ourSeconds, mails, ended, problem } = episode;
  const { name, ratio, limitSeconds } = failure;
  const least = Math.max(bareSeconds * ratio, bareSeconds + REOPENED_SECONDS);
  const slowest = slowestOf(mails);
  const times = timesOf(episode);
  return [
    ourSeconds > least && `${name}: more than ${ratio} ×, and than ${REOPENED_SECONDS} s longer (${times})`,
    ourSeconds > bareSeconds + limitSeconds && `${name}: more than ${limitSeconds} s later (${times})`,
    slowest > ourSeconds + limitSeconds && `${name}: a mail took ${slowest.toFixed(1)} s (${times})`,
    lostOf(mails) > 0 && `${name}: ${lostOf(mails)} mails lost`,
    doubledOf(mails) > 0 && `${name}: ${doubledOf(mails)} mails doubled`,
    ended > 0 && `${name}: ${ended} processes ended`,
    problem && `${name}: ${problem}`,
  ].filter((breach) => typeof breach === 'string');
}

const lostOf = (mails: readonly Mail[]) =>
  mails.filter(({ acceptedAt, arrivedAt }) => acceptedAt !== undefined && arrivedAt.length === 0).length;
const doubledOf = (mails: readonly Mail[]) => mails.filter(({ arrivedAt }) => arrivedAt.length > 1).length;
/** The longest time from the first request for a mail until it arrived. */
const slowestOf = (mails: readonly Mail[]) =>
  Math.max(0, ...mails.map(({ askedAt, arrivedAt: [first = askedAt] }) => first - askedAt)) / 1_000;
