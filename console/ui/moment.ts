import { createContext, useContext } from 'react'
import { serverNow } from '../format/now.ts'

/** The earlier moment that this part of the page shows; null for now. */
export const Moment = createContext<Date | null>(null)

/** The time from which ages and deadlines count: the moment that is shown, else now by the server's clock. */
export const useNow = (): Date => useContext(Moment) ?? serverNow()
