import { Button, Group, Text } from '@mantine/core'
import type { Pages } from '../data/pages.ts'
import { FailedState } from '../ui/FailedState.tsx'

/** D-113: the end of a list with more pages. Renders nothing when all rows are loaded. */
export function LoadMore({ pages }: { pages: Pages<unknown> }) {
  const { rows, total, more, loadMore, loadingMore, moreFailure } = pages
  if (!rows || !more) return null
  return (
    <Group gap="sm" mt="sm">
      <Text size="sm" c="dimmed" role="status">
        {total === null ? `Showing the newest ${rows.length}.` : `Showing ${rows.length} of ${total}.`}
      </Text>
      {moreFailure && loadMore ? (
        <FailedState message="More could not be loaded." onRetry={loadMore} />
      ) : (
        loadMore && (
          <Button size="compact-sm" variant="default" loading={loadingMore} onClick={loadMore}>
            Load more
          </Button>
        )
      )}
    </Group>
  )
}
