import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '@portreeve/contract'
import { useData } from '../../data/use-data.ts'

/** The debounce before counting, milliseconds. */
const debounceMs = 400
/** Maximum characters of terms that are counted, because they are sent in the URL. */
const maxTermsLength = 2000

interface ReachLineProps {
  terms: string
  preferred: string
  /** The keyword that it would replace. */
  id?: string
}

/** The number of additional listings that the draft of a keyword would find. Blank on a server without this call. */
export function ReachLine({ terms, preferred, id }: ReachLineProps) {
  const [draft] = useDebouncedValue(JSON.stringify([terms, preferred]), debounceMs)
  const [counted = '', name = ''] = JSON.parse(draft) as string[]
  const isCountable =
    counted.trim() !== '' && name.trim() !== '' && counted.length <= maxTermsLength && name.length <= 1000
  const reach = useData(
    api.keywords.reach,
    { query: { terms: counted, preferred_term: name, ...(id !== undefined && { id }) } },
    { when: isCountable },
  )
  const found = isCountable ? reach.data?.filter(({ newly }) => newly > 0) : undefined
  return (
    <Text size="xs" c="dimmed" role="status" mih={17} mt={2} dir="auto">
      {found &&
        (found.length === 0
          ? 'No listing more would be found.'
          : `Newly found: ${found.map(({ term, newly, more }) => `${newly}${more ? '+' : ''} by “${term}”`).join(', ')}.`)}
    </Text>
  )
}
