// A list whose filters let nothing through.
import { SearchX } from 'lucide-react';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';

/** Says so, and leads back to everything. */
export function NothingFound({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No results"
      level={2}
      action={<Button onPress={onClear}>Clear filters</Button>}
    >
      Nothing matches these filters, or this is past the last page.
    </EmptyState>
  );
}
