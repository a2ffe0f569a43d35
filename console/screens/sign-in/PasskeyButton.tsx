import { Button } from '@mantine/core'

/** Signs in with a passkey instead of the password. Its name is no part of "Sign In", the button of the spec (AUTH-09). */
export const PasskeyButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" size="md" fullWidth mb="xs" onClick={onClick}>
    Use a passkey
  </Button>
)
