/** A JSON schema. */
type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const texts: Schema = { type: 'object', additionalProperties: text };
const oneOf = (...values: readonly string[]): Schema => ({ enum: values });
const list = (items: Schema): Schema => ({ type: 'array', items });
/** Kubernetes' own definition of a part. */
const native = (name: string): Schema => ({ $ref: `_definitions.json#/$defs/io.k8s.${name}` });
/** An object with these fields alone; those whose name ends with `!` are needed. */
const strict = (fields: Readonly<Record<string, Schema>>): Schema => {
  const required = Object.keys(fields).flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : []));
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name.replace('!', ''), schema])),
    // The draft of JSON schema that kubeconform reads knows no empty list here.
    ...(required.length > 0 && { required }),
  };
};
const kind = (name: string, apiVersion: string, spec: Schema): Schema =>
  strict({
    'kind!': oneOf(name),
    'apiVersion!': oneOf(apiVersion),
    'metadata!': native('apimachinery.pkg.apis.meta.v1.ObjectMeta'),
    'spec!': spec,
  });

const testRunPod = strict({
  image: text,
  imagePullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
  imagePullSecrets: list(native('api.core.v1.LocalObjectReference')),
  automountServiceAccountToken: oneOf('true', 'false'),
  metadata: strict({ labels: texts, annotations: texts }),
  securityContext: native('api.core.v1.PodSecurityContext'),
  containerSecurityContext: native('api.core.v1.SecurityContext'),
  resources: native('api.core.v1.ResourceRequirements'),
  env: list(native('api.core.v1.EnvVar')),
  // The operator gives them the container's security.
  initContainers: list(
    strict({
      'name!': text,
      'image!': text,
      args: list(text),
      resources: native('api.core.v1.ResourceRequirements'),
      volumeMounts: list(native('api.core.v1.VolumeMount')),
    }),
  ),
  volumes: list(native('api.core.v1.Volume')),
  volumeMounts: list(native('api.core.v1.VolumeMount')),
});

/**
 * The kinds of operators that the chart uses, as their own definitions have them but for the fields that it does not use: whoever uses another
 * one looks it up there. By the names under which kubeconform looks for them.
 */
export const customKinds: Readonly<Record<string, Schema>> = {
  'testrun-k6-v1alpha1': kind(
    'TestRun',
    'k6.io/v1alpha1',
    strict({
      'parallelism!': integer,
      'script!': strict({ localFile: text, configMap: strict({ 'name!': text, file: text }) }),
      arguments: text,
      initializer: testRunPod,
      runner: testRunPod,
      starter: testRunPod,
    }),
  ),
  'scaledobject-keda-v1alpha1': kind(
    'ScaledObject',
    'keda.sh/v1alpha1',
    strict({
      'scaleTargetRef!': strict({ 'name!': text }),
      minReplicaCount: integer,
      maxReplicaCount: integer,
      'triggers!': list(
        strict({
          'type!': text,
          'metadata!': texts,
          metricType: oneOf('AverageValue', 'Value', 'Utilization'),
          authenticationRef: strict({
            'name!': text,
            kind: oneOf('TriggerAuthentication', 'ClusterTriggerAuthentication'),
          }),
        }),
      ),
    }),
  ),
  'triggerauthentication-keda-v1alpha1': kind(
    'TriggerAuthentication',
    'keda.sh/v1alpha1',
    strict({ secretTargetRef: list(strict({ 'parameter!': text, 'name!': text, 'key!': text })) }),
  ),
  'httproute-gateway-v1': kind(
    'HTTPRoute',
    'gateway.networking.k8s.io/v1',
    strict({
      parentRefs: list(
        strict({ 'name!': text, namespace: text, group: text, kind: text, sectionName: text, port: integer }),
      ),
      hostnames: list({
        type: 'string',
        minLength: 1,
        maxLength: 253,
        pattern: '^(\\*\\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
      }),
      rules: list(
        strict({
          matches: list(
            strict({
              path: strict({
                type: oneOf('Exact', 'PathPrefix', 'RegularExpression'),
                value: { type: 'string', maxLength: 1024 },
              }),
            }),
          ),
          backendRefs: list(strict({ 'name!': text, port: integer, namespace: text, weight: integer })),
        }),
      ),
    }),
  ),
  'servicemonitor-monitoring-v1': kind(
    'ServiceMonitor',
    'monitoring.coreos.com/v1',
    strict({
      'selector!': native('apimachinery.pkg.apis.meta.v1.LabelSelector'),
      'endpoints!': list(
        strict({
          port: text,
          path: text,
          interval: { type: 'string', pattern: '^\\d+(ms|s|m|h)$' },
          relabelings: list(strict({ sourceLabels: list(text), targetLabel: text })),
        }),
      ),
    }),
  ),
  'prometheusrule-monitoring-v1': kind(
    'PrometheusRule',
    'monitoring.coreos.com/v1',
    strict({
      groups: list(
        strict({
          'name!': text,
          interval: text,
          rules: list(
            strict({ alert: text, record: text, 'expr!': text, for: text, labels: texts, annotations: texts }),
          ),
        }),
      ),
    }),
  ),
};
