import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { isMask } from '@portreeve/contract/base/personal'
import type { User } from '@portreeve/contract/people/users'
import { type ReactNode, useState } from 'react'
import { type Loaded, useData } from '../../data/use-data.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { AccountsTable } from './AccountsTable.tsx'
import { Section } from './Section.tsx'

const AddToList = onDemand(async () => (await import('../value-lists/AddToList.tsx')).AddToList)

/** ACC-19, D-044: a value to search for, or null: an empty term would list all people, and 'temp' is not a number. */
const searchable = (value: string | null) =>
  value?.trim() && value !== 'temp' && !isMask(value) ? value : null

/** The other accounts that match one of a person's values. */
function useAccountsBy(value: string | null, uid: string): Loaded<User[]> {
  const input = { query: { search_term: value ?? '', exclude_uid: uid } }
  return useData(api.users.search, input, { when: value !== null })
}

/** ACC-17, ACC-18: by push id, then by phone number. */
export function AssociatedAccounts({ user }: { user: User }) {
  const byPush = useAccountsBy(searchable(user.oneSignalId), user.uid)
  const byPhone = useAccountsBy(searchable(user.phone_number), user.uid)
  return (
    <Associated
      title="Associated Accounts"
      beside={<ListButton uid={user.uid} />}
      searches={[byPush, byPhone]}
      hidden={isMask(user.oneSignalId) || isMask(user.phone_number)}
    />
  )
}

/** Adds what the person has in common with others, such as an address, to a list that searches name. */
function ListButton({ uid }: { uid: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <GuardedButton may="valueLists.write" variant="subtle" size="compact-xs" onClick={() => setOpen(true)}>
        Add to a list…
      </GuardedButton>
      {open && <AddToList from={{ kind: 'user', id: uid }} onClose={() => setOpen(false)} />}
    </>
  )
}

/** ACC-20, D-043 */
export function AccountsByIp({ user }: { user: User }) {
  const byIp = useAccountsBy(searchable(user.last_ip), user.uid)
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
  beside?: ReactNode
  searches: Loaded<User[]>[]
  /** A value to search for is masked for the caller. */
  hidden: boolean
}

function Associated({ title, beside, searches, hidden }: AssociatedProps) {
  const loading = searches.some((search) => search.loading)
  const failed = searches.filter((search) => search.failure)
  const found = searches.flatMap((search) => search.data ?? [])
  const rows = [...new Map(found.map((user) => [user.uid, user])).values()]
  // An empty list is shown only after all searches have succeeded.
  const shown = rows.length > 0 || (!loading && failed.length === 0 && !hidden) ? rows : undefined
  return (
    <Section title={title} beside={beside}>
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
