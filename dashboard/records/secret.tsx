// A secret that is shown once: large, selectable, and copied by a press.

import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useId } from 'react';
import { Button } from '../design/controls/button.tsx';
import { useCopy } from '../design/text/clipboard.ts';
import css from './secret.module.css';

interface SecretProps {
  text: string;
  /** `API key`: what it is. */
  label: string;
}

/** The secret. */
export function Secret({ text, label }: SecretProps) {
  const { isCopied, copy } = useCopy(text);
  const id = useId();
  return (
    <section className={css['secret']} aria-labelledby={id}>
      <div className={css['words']}>
        <h3 id={id}>{label}</h3>
        <p className={css['once']}>This is shown only once. Store it where your program reads its secrets.</p>
      </div>
      <div className={css['line']}>
        <code className={css['text']}>{text}</code>
        <Button icon={isCopied ? Check : Copy} onPress={copy} aria-label={`Copy the ${label}`}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </section>
  );
}
