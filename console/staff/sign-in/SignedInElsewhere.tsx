import { Stack, Text } from '@mantine/core'
import { refusalInAddress } from './ProviderButtons.tsx'
import { SignInCard } from './SignInCard.tsx'

/** The end of a sign-in that another tab waits for. */
export function SignedInElsewhere() {
  const problem = refusalInAddress()
  return (
    <SignInCard heading={problem ? 'NOT CONFIRMED' : 'SIGNED IN'}>
      <Stack gap="lg">
        <Text size="sm" {...(problem && { role: 'alert' })}>
          {problem ?? 'Close this tab, and go on in the one where you were.'}
        </Text>
      </Stack>
    </SignInCard>
  )
}
