// A block of code to read and to copy: a snippet, a header, a body. Long lines wrap, so a page never scrolls sideways.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useReachableScroll } from '../use-reachable-scroll.ts';
import styles from './code.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  code: string;
  label: string;
  /** Shown in the bar in place of the label; a word such as `curl`. */
  language?: string | undefined;
}

export function CodeBlock({ code, label, language }: CodeBlockProps) {
  return (
    <CodeFrame label={label} title={language ?? label} copied={code}>
      {code}
    </CodeFrame>
  );
}

interface CodeFrameProps {
  label: string;
  title: string;
  copied: string;
  children: ReactNode;
  /** Below the code. */
  footer?: ReactNode;
  /** For texts to read: as high as the window allows. */
  isTall?: boolean | undefined;
}

/** The frame of code with its bar: Json fills it with colours, and emails have their texts in it. */
export function CodeFrame({ label, title, copied, children, footer, isTall = false }: CodeFrameProps) {
  const text = useReachableScroll<HTMLPreElement>();
  return (
    <figure className={styles.block} aria-label={label}>
      <figcaption className={styles.bar}>
        <span>{title}</span>
        <CopyButton text={copied} label={label} />
      </figcaption>
      <pre ref={text} className={classNames(styles.text, isTall && styles.tall)}>
        <code>{children}</code>
      </pre>
      {footer === undefined ? null : <div className={styles.more}>{footer}</div>}
    </figure>
  );
}
