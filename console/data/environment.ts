import { setCurrency } from '../format/money.ts'
/** The identity provider of an environment. */
export type IdentitySettings =
  | {
      readonly kind: 'builtin'
      /** The company's providers, each with a button. */
      readonly providers?: readonly { readonly id: string; readonly name: string }[]
    }
  | {
      readonly kind: 'firebase'
      readonly address: string
      readonly apiKey: string
      /** Where refresh tokens are exchanged; `address` by default. */
      readonly tokenAddress?: string
    }

/** Templates of outside addresses, with braces to fill. Without one the console shows plain text. */
export type Links = Partial<
  Record<
    'listing' | 'storage' | 'ip' | 'push' | 'payment' | 'customer' | 'connect' | 'trackingSearch',
    string
  >
>

/** One environment of /environments.json. */
interface Settings {
  /** The base address of every call (NAV-21). */
  readonly api: string
  readonly apiKey: string
  readonly identity: IdentitySettings
  readonly links: Links
  /** The currency of amounts that name none (ISO 4217); US dollars when missing. */
  readonly currency?: string
}

export type EnvironmentName = 'development' | 'production'

export interface Environment extends Settings {
  readonly name: EnvironmentName
}

/** AUTH-15: the flag's key in local storage. */
const flag = 'isProdEnv'

/** AUTH-16, D-003: anything but 'true' is development. */
export const environmentName = (): EnvironmentName =>
  localStorage.getItem(flag) === 'true' ? 'production' : 'development'

/** AUTH-15: switches the environment and reloads, so that memory holds nothing of the other one. */
export function switchEnvironment(): void {
  localStorage.setItem(flag, String(environmentName() === 'development'))
  location.reload()
}

/** Switches to the environment that a mailed link names. */
export function followEnvironment(name: string | null): void {
  if (name === 'development' || name === 'production')
    localStorage.setItem(flag, String(name === 'production'))
}

function isSettings(value: unknown): value is Settings {
  const settings = value as Partial<Settings> | null | undefined
  return (
    typeof settings?.api === 'string' &&
    typeof settings.apiKey === 'string' &&
    typeof settings.identity?.kind === 'string'
  )
}

/** Fetches /environments.json from the console's own server. Rejects when it is missing or unusable. */
export async function loadEnvironment(): Promise<Environment> {
  const answer = await fetch('/environments.json', { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`/environments.json answered ${answer.status}`)
  const name = environmentName()
  const settings = ((await answer.json()) as Record<string, unknown>)[name]
  if (!isSettings(settings)) throw new Error(`/environments.json has no usable '${name}'`)
  setCurrency(settings.currency)
  return { ...settings, api: settings.api.replace(/\/+$/, ''), links: settings.links ?? {}, name }
}
