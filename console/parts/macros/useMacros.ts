import { api } from '@portreeve/contract'
import { useData } from '../../data/hooks.ts'
import type { Words } from '../../ui/toast.ts'

/** MAC-26, MAC-27: results of macros are told at the bottom centre, for three seconds. */
export const snackbar = (message: string): Words => ({ message, at: 'bottom-center' })

/** ERR-04: macro calls are judged by HTTP 200. */
export const judgedBy = 'http200'

/** Every macro, by title. Asked when somebody wants to see them. */
export const useMacros = (when: boolean) =>
  useData(
    api.macros.list,
    {},
    {
      when,
      judgedBy,
      // MAC-34
      failed: snackbar('Error getting macros'),
    },
  )
