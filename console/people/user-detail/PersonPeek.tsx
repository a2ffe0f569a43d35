import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import { Link } from '@tanstack/react-router'
import { useData } from '../../data/use-data.ts'
import { createdOrActive, longUtc } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'
import { readPeek } from '../../shell/peek/anchors.ts'
import { PeekBody, PeekFacts, PeekFoot, PeekHead } from '../../shell/peek/PeekParts.tsx'
import { PersonAvatar } from '../../shell/records/PersonAvatar.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { StatusBand } from './StatusBand.tsx'

/** A person beside a list. */
export function PersonPeek({ text }: { text: string }) {
  const uid = readPeek(text).id
  const { data: user, failure, reload } = useData(api.users.get, { params: { uid } })
  return (
    <>
      <PeekBody>
        <PeekHead
          picture={<PersonAvatar uid={uid} name={user?.displayName ?? null} size={72} />}
          title={user ? orNull(user.displayName) : uid}
        >
          {user && (
            <StateWord
              word={user.isBanned ? 'Blocked' : 'Not blocked'}
              tone={user.isBanned ? 'bad' : 'quiet'}
            />
          )}
        </PeekHead>
        {failure && !user && <FailedState message="The person could not be loaded." onRetry={reload} />}
        {!failure && !user && <LinesSkeleton lines={6} height={24} />}
        <StatusBand uid={uid} />
        {user && (
          <PeekFacts
            facts={[
              ['Email', orNull(user.email)],
              ['Phone', orNull(user.phone_number)],
              ['UID', user.uid],
              ['Created', <When key="created" value={createdOrActive(user)} write={longUtc} />],
              ['Last active', <When key="active" value={user.lastActive} write={longUtc} />],
              ['Available', grouped(user.available_balance ?? 0)],
              ['Pending', grouped(user.pending_balance ?? 0)],
            ]}
          />
        )}
      </PeekBody>
      <PeekFoot>
        <Button
          variant="default"
          size="compact-sm"
          rightSection={<kbd aria-hidden>↵</kbd>}
          renderRoot={(props) => <Link to="/user-detail/$uid" params={{ uid }} {...props} />}
        >
          Open the person
        </Button>
      </PeekFoot>
    </>
  )
}
