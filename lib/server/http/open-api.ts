/** The table of endpoints as OpenAPI 3.1: derived, so that it cannot say anything the routes do not do. */
import { z } from 'zod';
import { type Endpoint, successStatus } from '@/lib/contracts/endpoint';
import { endpoints } from '@/lib/contracts/endpoints';
import { errorBody } from '@/lib/contracts/meta';
import { statusOfKind } from './error-reply';
import type { Operation } from './operation';

type Schema = Record<string, unknown>;

/** @param serverUrl the public base URL */
export function openApiDocument(
  serverUrl: string,
  table: Readonly<Record<string, Endpoint>> = endpoints,
): Record<string, unknown> & { openapi: string } {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(table)) {
    const item = paths[endpoint.path] ?? {};
    item[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
    paths[endpoint.path] = item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vamplate',
      version: '1',
      description:
        'Versions are decimal strings, instants ISO 8601 in UTC. A change needs an Origin header equal to the base URL.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

export const readOpenApi: Operation<typeof endpoints.openApi> = ({ runtime }) =>
  openApiDocument(runtime.config.baseUrl);

function operationOf(name: string, endpoint: Endpoint): Schema {
  return {
    operationId: name,
    summary: endpoint.summary,
    'x-role': endpoint.access,
    ...(endpoint.action === undefined
      ? {}
      : { 'x-friction': endpoint.action.friction, 'x-grant': endpoint.action.grant }),
    security: endpoint.access === 'nobody' ? [] : [{ token: [] }],
    parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }),
    responses: { [successStatus(endpoint)]: successOf(endpoint), ...failures },
  };
}

function successOf({ response, produces, describes, status }: Endpoint): Schema {
  if (status === 303) {
    const location = { description: 'Where the browser goes on.', schema: { type: 'string', format: 'uri' } };
    return { description: 'See other', headers: { Location: location } };
  }
  const content =
    response === undefined
      ? {
          [produces ?? 'application/octet-stream']: {
            schema: describes === undefined ? { type: 'string' } : schemaOf(describes, 'output'),
          },
        }
      : { 'application/json': { schema: schemaOf(response, 'output') } };
  return { description: 'OK', content };
}

const failures: Schema = Object.fromEntries(
  [...new Set([...Object.values(statusOfKind), 413, 415, 421])].sort().map((status) => [
    status,
    {
      description: kindsOf(status),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
);

function kindsOf(status: number): string {
  const kinds = Object.entries(statusOfKind).flatMap(([kind, one]) => (one === status ? [kind] : []));
  return kinds.join(', ') || 'invalid_input';
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): readonly Schema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'output') as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
