// A sheet of paper on the desk: a border, no shadow.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './card.module.css';

interface CardProps {
  children: ReactNode;
  /** `none` for a list, whose rows reach the border. */
  padding?: 'none' | 'small' | 'normal' | undefined;
}

export function Card({ children, padding = 'normal' }: CardProps) {
  return <div className={classNames(styles.card, styles[padding])}>{children}</div>;
}
