import { Button } from '@mantine/core'

/** Signs in with a passkey instead of the password. Its name does not contain "Sign In", by which the spec's button is found (AUTH-09). */
export const PasskeyButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" size="md" fullWidth mb="xs" onClick={onClick}>
    Use a passkey
  </Button>
)
