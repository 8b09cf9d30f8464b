{{/* Name of an object of this release: <release>-<part>. */}}
{{- define "postloom.name" -}}
{{- printf "%s-%s" .root.Release.Name .part | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "postloom.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "postloom.labels" -}}
app.kubernetes.io/name: postloom
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{ include "postloom.selector" . }}
{{- end -}}

{{- define "postloom.image" -}}
{{- printf "%s/%s:%s" .root.Values.image.registry .part (.root.Values.image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}

{{/* The rules of Pod Security "restricted", for the pod and for its one container. */}}
{{- define "postloom.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end -}}
{{- define "postloom.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Address of a part inside the cluster. */}}
{{- define "postloom.address" -}}
http://{{ include "postloom.name" . }}:{{ .port | default 8080 }}
{{- end -}}

{{/* What a part talks to, as JSON: a list of destinations (files/ways.json). */}}
{{- define "postloom.ways" -}}
{{- get (.root.Files.Get "files/ways.json" | fromJson) .part | default list | toJson -}}
{{- end -}}

{{/* Settings of a service that are no secret; `own` is its part of the values, `facts` of files/services.yaml. */}}
{{- define "postloom.serviceEnv" -}}
{{- $values := .root.Values -}}
{{- $ways := include "postloom.ways" . | fromJsonArray -}}
{{- $env := dict
  "SERVICE_NAME" .part
  "PUBLIC_URL" (required "publicUrl: say where browsers reach the product" $values.publicUrl)
  "NATS_URL" (required "nats.url: say where the broker is" $values.nats.url)
  "NATS_REPLICAS" ($values.nats.replicas | toString)
  "OTEL_TRACES_SAMPLER_ARG" ($values.telemetry.sampleRatio | toString)
  "SHUTDOWN_SECONDS" (sub .own.graceSeconds 10 | toString) -}}
{{- if not (has "NATS_USER" (.own.secretKeys | default list)) }}{{ $_ := set $env "NATS_USER" .part }}{{ end -}}
{{- if $values.extraCa.configMap }}{{ $_ := set $env "EXTRA_CA_FILE" "/run/authorities/ca.crt" }}{{ end -}}
{{- with $values.telemetry.otlpEndpoint }}{{ $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" . }}{{ end -}}
{{- if .facts.schema }}{{ $_ := set $env "DATABASE_POOLER" ($values.postgres.pooler | toString) }}{{ end -}}
{{- if has "media" $ways -}}
{{- $_ := set $env "MEDIA_INTERNAL_URL" (include "postloom.address" (dict "root" .root "part" "media")) -}}
{{- end -}}
{{- if eq .part "publisher" }}{{ $_ := set $env "MEDIA_PULL_URL" $values.publicUrl }}{{ end -}}
{{- if eq .part "gateway" -}}
{{- $_ := set $env "TRUSTED_PROXIES" (required "trustedProxies: name the networks of the proxies in front, or none" $values.trustedProxies) -}}
{{- end -}}
{{- if and $values.openid.issuer (has .part (list "gateway" "identity")) -}}
{{- $_ := set $env "OIDC_ISSUER" $values.openid.issuer -}}
{{- if eq .part "identity" -}}
{{- $_ := set $env "OIDC_CLIENT_ID" (required "openid.clientId: say what the provider calls the product" $values.openid.clientId) -}}
{{- else -}}
{{- with $values.openid.name }}{{ $_ := set $env "OIDC_NAME" . }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if eq .part "media" -}}
{{- $_ := set $env "S3_BUCKET" (required "s3.bucket: name the bucket of the photos" $values.s3.bucket) -}}
{{- $_ := set $env "S3_REGION" $values.s3.region -}}
{{- with $values.s3.endpoint }}{{ $_ := set $env "S3_ENDPOINT" . }}{{ end -}}
{{- with $values.s3.publicEndpoint }}{{ $_ := set $env "S3_PUBLIC_ENDPOINT" . }}{{ end -}}
{{- /* An eighth stays free: who exceeds the limit is evicted, with everybody's uploads. */}}
{{- $_ := set $env "DISK_ROOM_MB" (div (mul .own.tmpMb 7) 8 | toString) -}}
{{- with $values.mediaPublicUrl }}{{ $_ := set $env "MEDIA_PUBLIC_URL" . }}{{ end -}}
{{- end -}}
{{- if and (has "outside" $ways) $values.egress.proxy -}}
{{- $_ := set $env "HTTP_PROXY" $values.egress.proxy -}}
{{- $_ := set $env "HTTPS_PROXY" $values.egress.proxy -}}
{{- with $values.egress.noProxy }}{{ $_ := set $env "NO_PROXY" . }}{{ end -}}
{{- end -}}
{{- if $values.load.enabled }}{{ $_ := set $env "RATE_LIMITS" "off" }}{{ end -}}
{{- if $values.sandbox.enabled -}}
{{- $sandbox := include "postloom.address" (dict "root" .root "part" "sandbox" "port" 3900) -}}
{{- $web := include "postloom.address" (dict "root" .root "part" "web") -}}
{{- $settings := .root.Files.Get "files/sandbox.json" | replace "http://SANDBOX" $sandbox | replace "http://WEB" $web | fromJson -}}
{{- $env = mergeOverwrite $env (get $settings .part | default dict) -}}
{{- end -}}
{{- range $name, $value := mergeOverwrite $env ($values.env | default dict) (.own.env | default dict) }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* Authorities that are trusted beside the public ones, as a volume and where it is mounted. */}}
{{- define "postloom.authoritiesMount" -}}
{{- if .Values.extraCa.configMap }}
- { name: authorities, mountPath: /run/authorities, readOnly: true }
{{- end }}
{{- end -}}
{{- define "postloom.authoritiesVolume" -}}
{{- if .Values.extraCa.configMap }}
- name: authorities
  configMap:
    name: {{ .Values.extraCa.configMap }}
    items: [{ key: {{ .Values.extraCa.key | quote }}, path: ca.crt }]
{{- end }}
{{- end -}}

{{/* Which addresses a Service has. */}}
{{- define "postloom.ipFamilies" -}}
{{- with .Values.ipFamilies.policy }}
ipFamilyPolicy: {{ . }}
{{- end }}
{{- with .Values.ipFamilies.order }}
ipFamilies: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* One NAME_FILE for each secret setting: nothing secret is in the environment. */}}
{{- define "postloom.secretEnv" -}}
{{- range . }}
- name: {{ . }}_FILE
  value: /run/secrets/postloom/{{ . }}
{{- end }}
{{- end -}}
