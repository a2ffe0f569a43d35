import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '@portreeve/contract'
import { useData } from '../../data/hooks.ts'

/** How long nobody types before it is counted, milliseconds. */
const pause = 400
/** The longest terms that are counted: they stand in the address. */
const longest = 2000

interface ReachLineProps {
  terms: string
  preferred: string
  /** The keyword that it would take the place of. */
  id?: string
}

/** What a keyword would newly find if it were saved as it is typed. Another server may not know: then nothing. */
export function ReachLine({ terms, preferred, id }: ReachLineProps) {
  const [draft] = useDebouncedValue(JSON.stringify([terms, preferred]), pause)
  const [counted = '', name = ''] = JSON.parse(draft) as string[]
  const isWhole =
    counted.trim() !== '' && name.trim() !== '' && counted.length <= longest && name.length <= 1000
  const reach = useData(
    api.keywords.reach,
    { query: { terms: counted, preferred_term: name, ...(id !== undefined && { id }) } },
    { when: isWhole },
  )
  const found = isWhole ? reach.data?.filter(({ newly }) => newly > 0) : undefined
  return (
    <Text size="xs" c="dimmed" role="status" mih={17} mt={2} dir="auto">
      {found &&
        (found.length === 0
          ? 'No listing more would be found.'
          : `Newly found: ${found.map(({ term, newly, more }) => `${newly}${more ? '+' : ''} by “${term}”`).join(', ')}.`)}
    </Text>
  )
}
