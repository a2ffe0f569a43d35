import { api } from '@portreeve/contract'
import { rightsOf, roles } from '@portreeve/contract/base/rights'
import { useData } from '../../data/use-data.ts'

/** All roles with their permissions; the built-in ones until the others are read, and where the server lacks the endpoint. */
export const useRoles = () =>
  useData(api.roles.list, {}).data ?? roles.map((name) => ({ name, ...rightsOf(name) }))

/** The names of all roles. */
export const useRoleNames = (): string[] => useRoles().map(({ name }) => name)
