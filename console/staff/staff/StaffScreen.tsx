import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { StaffMember } from '@portreeve/contract/staff/staff'
import { useState } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { usePages } from '../../data/pages.ts'
import { useWhyNot } from '../../data/rights.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ListCsv } from '../../shell/lists/ListCsv.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useStable } from '../../ui/stable.ts'
import {
  AwayOfDialog,
  DisableDialog,
  EnableDialog,
  LinkDialog,
  ResetDialog,
  RevokeDialog,
} from './dialogs.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { ProviderRolesDialog } from './ProviderRolesDialog.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { SecondFactorDialog } from './SecondFactorDialog.tsx'
import { SessionsDialog } from './SessionsDialog.tsx'
import { type StaffAction, StaffTable } from './StaffTable.tsx'

const dialogs = {
  role: RoleDialog,
  away: AwayOfDialog,
  disable: DisableDialog,
  enable: EnableDialog,
  link: LinkDialog,
  revoke: RevokeDialog,
  reset: ResetDialog,
  sessions: SessionsDialog,
}

/** The staff members and their roles. */
export function StaffScreen() {
  const refused = useWhyNot('staff.read')
  const pages = usePages(api.staff.list, { query: {} }, { when: !refused })
  const [opened, setOpened] = useState<'invite' | 'factor' | 'groups' | null>(null)
  const { identity } = useEnvironment()
  const isOutside = identity.kind !== 'builtin'
  const hasProviders = identity.kind === 'builtin' && identity.providers !== undefined
  const [chosen, setChosen] = useState<{ action: StaffAction; uid: string } | null>(null)
  const actions = useStable({
    select: (action: StaffAction, { uid }: StaffMember) => setChosen({ action, uid }),
  })
  const { rows, total, failure } = pages
  const person: StaffMember | undefined = rows?.find(({ uid }) => uid === chosen?.uid)
  const Dialog = chosen && dialogs[chosen.action]
  return (
    <>
      <PageHead title="Staff" count={total === null || failure ? null : count(total, 'person', 'people')}>
        {!refused && <ListCsv list="staff" name="staff" />}
        {!isOutside && (
          <GuardedButton
            may="staff.manage"
            size="compact-sm"
            variant="default"
            onClick={() => setOpened('factor')}
          >
            Second factors
          </GuardedButton>
        )}
        {hasProviders && (
          <GuardedButton
            may="staff.manage"
            size="compact-sm"
            variant="default"
            onClick={() => setOpened('groups')}
          >
            Roles of groups
          </GuardedButton>
        )}
        <GuardedButton may="staff.manage" size="compact-sm" onClick={() => setOpened('invite')}>
          Invite
        </GuardedButton>
      </PageHead>
      {refused ? (
        <Text role="note">{refused}</Text>
      ) : (
        <PagedList pages={pages} what="staff" empty={null}>
          {(loaded) => <StaffTable rows={loaded} onSelect={actions.select} />}
        </PagedList>
      )}
      <InviteDialog opened={opened === 'invite'} onClose={() => setOpened(null)} />
      {opened === 'factor' && <SecondFactorDialog onClose={() => setOpened(null)} />}
      {opened === 'groups' && <ProviderRolesDialog onClose={() => setOpened(null)} />}
      {Dialog && person && <Dialog key={person.uid} person={person} onClose={() => setChosen(null)} />}
    </>
  )
}
