// What needs a person, each one row with its next step. Nothing needs one: no row, and no box.
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../design/controls/button.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Dot } from '../../../design/text/status.tsx';
import css from './needs.module.css';
import type { ShownNeed } from './needs.ts';

/** The number of rows at first; the others are shown on request. */
const SHOWN = 5;

/** The section. */
export function NeedsSection({ rows }: { rows: readonly ShownNeed[] }) {
  const [isWhole, setWhole] = useState(false);
  if (rows.length === 0) return null;
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  return (
    <Section title="Needs attention">
      <ul className={css['rows']}>
        {shown.map((need) => (
          <NeedRow key={need.id} need={need} />
        ))}
      </ul>
      {rows.length > shown.length && (
        <div>
          <Button size="small" onPress={() => setWhole(true)}>
            Show all {rows.length}
          </Button>
        </div>
      )}
    </Section>
  );
}

function NeedRow({ need: { kind, name, words, tone, step, href, isOver } }: { need: ShownNeed }) {
  return (
    <li>
      <Link className={css['row']} href={href}>
        <Dot tone={isOver ? 'good' : tone} isOpen={!isOver} />
        <span className={css['what']}>
          <span className={css['kind']}>{kind} </span>
          <strong className={css['name']}>{name}</strong>
          <span className={css['words']}>{isOver ? ' is resolved' : ` ${words}`}</span>
        </span>
        <span className={css['step']}>
          {isOver ? 'Open' : step}
          <ArrowRight size={14} strokeWidth={2} aria-hidden="true" />
        </span>
      </Link>
    </li>
  );
}
