/** How an environment's people sign in. */
export type IdentityPlace =
  | { readonly kind: 'builtin' }
  | {
      readonly kind: 'firebase'
      readonly address: string
      readonly apiKey: string
      /** Where refresh tokens are exchanged, if not at `address`. */
      readonly tokenAddress?: string
    }

/** Outside addresses with braces to fill. Any may be absent: the console then shows plain text. */
export type Links = Partial<
  Record<
    'listing' | 'storage' | 'ip' | 'push' | 'payment' | 'customer' | 'connect' | 'trackingSearch',
    string
  >
>

/** One environment as /environments.json describes it. */
export interface Place {
  /** Base address of every call (NAV-21). */
  readonly api: string
  readonly apiKey: string
  readonly identity: IdentityPlace
  readonly links: Links
}

export type EnvironmentName = 'development' | 'production'

export interface Environment extends Place {
  readonly name: EnvironmentName
}

/** AUTH-15: the flag's key in local storage. */
const flag = 'isProdEnv'

/** AUTH-16, D-003: anything but 'true' is development. */
export const environmentName = (): EnvironmentName =>
  localStorage.getItem(flag) === 'true' ? 'production' : 'development'

/** AUTH-15: turns the flag and starts again, so that nothing of the other environment stays in memory. */
export function switchEnvironment(): void {
  localStorage.setItem(flag, String(environmentName() === 'development'))
  location.reload()
}

/** The environment that a mailed link names is the one that is shown from now on. */
export function followEnvironment(name: string | null): void {
  if (name === 'development' || name === 'production')
    localStorage.setItem(flag, String(name === 'production'))
}

function isPlace(value: unknown): value is Place {
  const place = value as Partial<Place> | null | undefined
  return (
    typeof place?.api === 'string' &&
    typeof place.apiKey === 'string' &&
    typeof place.identity?.kind === 'string'
  )
}

/** Reads /environments.json from where the console itself was served. Rejects when it is missing or unusable. */
export async function loadEnvironment(): Promise<Environment> {
  const answer = await fetch('/environments.json', { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`/environments.json answered ${answer.status}`)
  const name = environmentName()
  const place = ((await answer.json()) as Record<string, unknown>)[name]
  if (!isPlace(place)) throw new Error(`/environments.json has no usable '${name}'`)
  return { ...place, api: place.api.replace(/\/+$/, ''), links: place.links ?? {}, name }
}
