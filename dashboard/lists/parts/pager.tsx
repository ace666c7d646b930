// To newer and older rows. There are no page numbers: counting a table of millions would take longer than reading it.
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Button } from '../../design/controls/button.tsx';
import type { ListOperationId } from '../state/list-spec.ts';
import type { ListState } from '../state/use-list.ts';
import css from './pager.module.css';

/** The buttons below a list; nothing when all of it is on one page. */
export function Pager<Id extends ListOperationId>({
  label = 'this list',
  list,
}: {
  label?: string;
  list: ListState<Id>;
}) {
  const { toNewer, toOlder } = list;
  if (!toNewer && !toOlder) return null;
  return (
    <nav className={css['pager']} aria-label={`Pages of ${label}`}>
      <Button
        variant="quiet"
        icon={ArrowLeft}
        refusal={toNewer ? undefined : 'You are on the first page.'}
        onPress={() => toNewer?.()}
      >
        Newer
      </Button>
      <Button
        variant="quiet"
        icon={ArrowRight}
        refusal={toOlder ? undefined : 'You are on the last page.'}
        onPress={() => toOlder?.()}
      >
        Older
      </Button>
    </nav>
  );
}
