import { deliveryStates } from '@portreeve/contract/marketplace/webhook-endpoints'
import { oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'

/** An endpoint's page: the state of the deliveries that it lists, and the delivery that is open beside them. */
export type EndpointSearch = UrlSearch<'state' | 'delivery'>

export const readEndpointSearch = searchReader<'state' | 'delivery'>({
  state: oneOf(deliveryStates),
  delivery: (text) => /^\d{1,15}$/.test(text),
})
