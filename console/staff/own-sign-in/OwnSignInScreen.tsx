import { Skeleton, Stack, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useBackend } from '../../data/backend.tsx'
import { useData } from '../../data/use-data.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { version } from '../../ui/version.ts'
import { AwaySection } from './AwaySection.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import classes from './own-sign-in.module.css'
import { PasskeySection } from './PasskeySection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PersonalSection } from './PersonalSection.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'

/** The caller's settings and own sign-in: second factor, passkeys, password, sessions. */
export function OwnSignInScreen() {
  const { ownSignIn } = useBackend()
  const loaded = useData(api.staff.mySignIn, {})
  const { data } = loaded
  return (
    <>
      <PageHead title="Your sign-in" />
      <div className={classes.columns}>
        <PersonalSection />
        <AwaySection />
        {loaded.failure && (
          <FailedState message="Your sign-in could not be loaded." onRetry={loaded.reload} />
        )}
        {loaded.loading && <Skeleton height={320} maw={720} />}
        {data &&
          (ownSignIn && data.signs_in_here ? (
            <Stack gap="32px" maw={720}>
              <SecondFactorSection own={ownSignIn} isOn={data.second_factor} />
              <PasskeySection own={ownSignIn} passkeys={data.passkeys} />
              <PasswordSection own={ownSignIn} />
              <OwnSessions sessions={data.sessions} />
            </Stack>
          ) : data.provider ? (
            <Stack gap="32px" maw={720}>
              <Text>You sign in with {data.provider.name}. Password and second factor are kept there.</Text>
              <OwnSessions sessions={data.sessions} />
            </Stack>
          ) : (
            <Text>
              You sign in at an outside provider. Password, second factor and sessions are kept there.
            </Text>
          ))}
        <Text size="xs" c="dimmed">
          Portreeve {version}
        </Text>
      </div>
    </>
  )
}
