import { SignInRefused } from './identity.ts'

/**
 * Whether this browser can use passkeys of the server: it reads the server's JSON itself, and the console is on the server's host
 * or below it. A numeric address has no passkeys.
 */
export function canUsePasskeys(api: string): boolean {
  const { hostname } = new URL(api, location.href)
  return (
    'PublicKeyCredential' in window &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    !/^[\d.]+$|^\[/.test(hostname) &&
    `.${location.hostname}`.endsWith(`.${hostname}`)
  )
}

const words: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey of yours already.',
  NotAllowedError: 'No passkey was used.',
}

/** The browser's JSON of a credential; a refusal by the device or its person becomes SignInRefused. */
async function toJson(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await asked) as PublicKeyCredential).toJSON()
  } catch (error) {
    const { name = '' } = error as Partial<Error>
    throw new SignInRefused(words[name] ?? 'This device could not use a passkey here.')
  }
}

/** Makes a passkey on a device that the person chooses. @param options the server's challenge */
export const makePasskey = (options: PublicKeyCredentialCreationOptionsJSON) =>
  toJson(
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )

/** Uses a passkey. The device checks its person, because a passkey counts as both factors. @param options the server's challenge */
export const signWithPasskey = (options: PublicKeyCredentialRequestOptionsJSON) =>
  toJson(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({
        ...options,
        userVerification: 'required',
      }),
    }),
  )
