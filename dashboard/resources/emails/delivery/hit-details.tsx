// What opened an email or followed a link of it: the link, the machine if it was one, and the client.
import { Copyable } from '../../../design/text/copyable.tsx';
import { isVote } from '../../../format/poll-link.ts';
import type { Hit } from './deliveries.ts';
import css from './delivery.module.css';

/** A link may have 2,000 characters; all of it is copied. */
const SHOWN_CHARACTERS = 150;

const MACHINES: Readonly<Record<NonNullable<Hit['machine']>, string>> = {
  privacy_proxy: 'A machine: the proxy of a mail app, which loads all images when mail arrives.',
  scanner: 'A machine: a filter or another program that checks links.',
  prefetch: 'A machine: a browser or an app that preloads links.',
};

/** The details. */
export function HitDetails({ hit: { link, machine, client } }: { hit: Hit }) {
  return (
    <>
      {machine !== null && <p>{MACHINES[machine]}</p>}
      {link !== null && !isVote(link) && <Copyable text={link} label="the link" shown={startOfLink(link)} />}
      {client !== null && <p className={css['client']}>{client}</p>}
    </>
  );
}

function startOfLink(link: string): string {
  return link.length > SHOWN_CHARACTERS ? `${link.slice(0, SHOWN_CHARACTERS)}…` : link;
}
