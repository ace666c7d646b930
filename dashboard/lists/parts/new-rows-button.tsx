// "3 new": rows that arrived while the person read further down.
import { ArrowUp } from 'lucide-react';
import css from './new-rows-button.module.css';

/** The button; screen readers announce new rows. */
export function Arrivals({ waiting, onShow }: { waiting: number; onShow(): void }) {
  return (
    <div className={css['place']} role="status">
      {waiting > 0 && (
        <button type="button" className={css['button']} onClick={onShow}>
          <ArrowUp size={14} aria-hidden />
          {waiting === 50 ? '50 or more' : waiting} new
        </button>
      )}
    </div>
  );
}
