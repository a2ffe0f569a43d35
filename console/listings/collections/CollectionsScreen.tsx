import { useParams } from '@tanstack/react-router'
import { CollectionDetail } from './CollectionDetail.tsx'
import { CollectionList } from './CollectionList.tsx'

/** COL-01, COL-03: the list, or one collection. The key remounts the page, so that no state of the previous one stays. */
export function CollectionsScreen() {
  const { id } = useParams({ from: '/shell/dashboard/collections/$id' })
  return id === 'overview' ? <CollectionList /> : <CollectionDetail key={id} id={id} />
}
