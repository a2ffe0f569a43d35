import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { isMask } from '@portreeve/contract/personal'
import type { User } from '@portreeve/contract/users'
import { type Loaded, useData } from '../../data/hooks.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { AccountsTable } from './AccountsTable.tsx'
import { Section } from './Section.tsx'

/** ACC-19, D-044: an empty term would list everybody, and 'temp' is no number. */
const real = (value: string | null) => (value?.trim() && value !== 'temp' && !isMask(value) ? value : null)

/** Who else is found by one of a person's own values. */
function useFound(value: string | null, uid: string): Loaded<User[]> {
  const input = { query: { search_term: value ?? '', exclude_uid: uid } }
  return useData(api.users.search, input, { when: value !== null })
}

/** ACC-17, ACC-18: by push id, then by phone number. */
export function AssociatedAccounts({ user }: { user: User }) {
  const byPush = useFound(real(user.oneSignalId), user.uid)
  const byPhone = useFound(real(user.phone_number), user.uid)
  return (
    <Associated
      title="Associated Accounts"
      searches={[byPush, byPhone]}
      hidden={isMask(user.oneSignalId) || isMask(user.phone_number)}
    />
  )
}

/** ACC-20, D-043 */
export function AccountsByIp({ user }: { user: User }) {
  const byIp = useFound(real(user.last_ip), user.uid)
  return (
    <Associated
      title="Associated Accounts by IP Address (Not banned if associated)"
      searches={[byIp]}
      hidden={isMask(user.last_ip)}
    />
  )
}

interface AssociatedProps {
  title: string
  searches: Loaded<User[]>[]
  /** What would be searched for is hidden from this person. */
  hidden: boolean
}

function Associated({ title, searches, hidden }: AssociatedProps) {
  const loading = searches.some((search) => search.loading)
  const failed = searches.filter((search) => search.failure)
  const found = searches.flatMap((search) => search.data ?? [])
  const rows = [...new Map(found.map((user) => [user.uid, user])).values()]
  // Nothing found is only said when everything was searched.
  const shown = rows.length > 0 || (!loading && failed.length === 0 && !hidden) ? rows : undefined
  return (
    <Section title={title}>
      {failed.length > 0 && (
        <FailedState
          message="Associated accounts could not be searched."
          onRetry={() => {
            for (const search of failed) search.reload()
          }}
        />
      )}
      {hidden && (
        <Text size="sm" mb="sm">
          Reveal this person’s data to find accounts by it.
        </Text>
      )}
      {(shown || loading) && <AccountsTable label={title} rows={shown} loading={loading} />}
      {searches.some((search) => search.more) && (
        <Text size="sm" c="dimmed" mt="sm">
          Only the first {rows.length} are shown.
        </Text>
      )}
    </Section>
  )
}
