/** In place of the default provider of the AI library, which the service never uses: it calls its model directly. */
export const GatewayError = { isInstance: (): boolean => false }

export const gateway = null

export { GatewayError as GatewayAuthenticationError, gateway as createGateway }
