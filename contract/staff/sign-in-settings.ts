import { Id, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { maxRoles, RoleName } from './roles.ts'

/** Gives a role to the people whose groups at a company's provider include the value. An admin's role counts most, then those that the marketplace has made, then the others. */
export const ProviderRole = z.strictObject({
  provider: Id,
  value: text(1000).min(1, 'is empty'),
  role: RoleName,
})
export type ProviderRole = z.infer<typeof ProviderRole>

/** What admins set about signing in. */
export const SignInSettings = z.object({
  /** The roles that require a second factor of everyone who signs in here. An outside provider keeps its own rules. */
  second_factor_roles: z.array(RoleName),
  /** The providers of PORTREEVE_PROVIDERS, with the claim that has a person's groups. */
  providers: z.array(z.object({ id: Id, name: z.string(), groups_claim: z.string() })),
  provider_roles: z.array(ProviderRole),
})
export type SignInSettings = z.infer<typeof SignInSettings>

/** What a save changes; what is absent stays. */
export const SignInChange = z
  .strictObject({
    second_factor_roles: z.array(RoleName).max(maxRoles),
    provider_roles: z.array(ProviderRole).max(500),
  })
  .partial()
