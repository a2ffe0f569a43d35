import { Group, Title } from '@mantine/core'
import type { User } from '@portreeve/contract/people/users'
import { useNavigate } from '@tanstack/react-router'
import { countryName, orNull } from '../../format/words.ts'
import { EnvironmentBadge } from '../../shell/EnvironmentMark.tsx'
import { Neighbours } from '../../shell/records/Neighbours.tsx'
import { PersonAvatar } from '../../shell/records/PersonAvatar.tsx'
import { WriteButton } from '../../shell/writing.tsx'
import { TimelineButton } from '../../staff/timeline/Timeline.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { Flag } from '../../ui/Flag.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import classes from './user-detail.module.css'

/** UDT-05 to UDT-10: the person's name, uid and country. */
export function PersonHead({ user, deleted }: { user: User; deleted: boolean }) {
  const navigate = useNavigate()
  const country = user.country_code ? (countryName(user.country_code) ?? user.country_code) : null
  return (
    <div className={classes.head}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <PersonAvatar uid={user.uid} name={user.displayName} size={48} />
        <div className={classes.who}>
          <Title order={1} className={classes.name} dir="auto" title={orNull(user.displayName)}>
            {orNull(user.displayName)}
          </Title>
          <CopyText text={user.uid} />
          <Group gap="sm">
            <Group gap={6} wrap="nowrap" {...(country && { title: country })}>
              {user.country_code && country && <Flag code={user.country_code} name={country} />}
              <span>{orNull(user.country_code)}</span>
            </Group>
            {deleted && <StateWord word="Deleted" tone="caution" />}
            <TimelineButton kind="user" id={user.uid} of={user.displayName} />
            <WriteButton uid={user.uid} whyNot={deleted ? 'This account is deleted.' : null}>
              Write to them…
            </WriteButton>
            <Neighbours
              kind="user"
              id={user.uid}
              onOpen={(uid) => void navigate({ to: '/user-detail/$uid', params: { uid } })}
            />
          </Group>
        </div>
      </Group>
      <EnvironmentBadge />
    </div>
  )
}
