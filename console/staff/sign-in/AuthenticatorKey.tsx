import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import { CopyText } from '../../ui/CopyText.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

interface AuthenticatorKeyProps {
  /** The otpauth:// address. */
  address: string
  code: string
  onCode: (code: string) => void
}

/** The key for an authenticator app, as a picture, a link and text, and the field for the app's first code. */
export function AuthenticatorKey({ address, code, onCode }: AuthenticatorKeyProps) {
  const secret = new URL(address).searchParams.get('secret') ?? ''
  return (
    <Stack gap="sm">
      <Text size="sm">
        Scan this with the app, or on this device{' '}
        <Anchor href={address} underline="always">
          open it in the app
        </Anchor>
        .
      </Text>
      <QrCode text={address} label="The key below, as a picture to scan" size={200} />
      <Text size="sm">Or type this key into the app, as a time-based one:</Text>
      <CopyText text={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
      <TextInput
        label="Code"
        description="The six digits that the app shows now"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        data-autofocus
        value={code}
        onChange={(event) => onCode(event.currentTarget.value)}
      />
    </Stack>
  )
}
