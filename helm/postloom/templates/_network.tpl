{{- define "postloom.dnsRule" }}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- end }}

{{/* A server of the installation: its pods where their labels are known, else its port anywhere. */}}
{{- define "postloom.peerRule" }}
- {{- if .peer.podLabels }}
  to:
    - podSelector:
        matchLabels: {{- toYaml .peer.podLabels | nindent 10 }}
      {{- with .peer.namespace }}
      namespaceSelector:
        matchLabels: { kubernetes.io/metadata.name: {{ . }} }
      {{- end }}
  {{- end }}
  ports: [{ port: {{ .peer.port }} }]
{{- end }}

{{/* One way of files/ways.json as a rule of egress. */}}
{{- define "postloom.wayRule" }}
{{- $values := .root.Values }}
{{- $servers := dict "broker" $values.nats "postgres" $values.postgres "storage" $values.s3 }}
{{- if hasKey $servers .to }}
{{- include "postloom.peerRule" (dict "peer" (get $servers .to)) }}
{{- else if eq .to "outside" }}
{{- $ports := $values.egress.ports }}
{{- if eq .part "media" }}{{ $ports = concat $ports $values.egress.linkPorts | uniq }}{{ end }}
{{- if $values.egress.proxy }}
{{- include "postloom.peerRule" (dict "peer" $values.egress) }}
{{- $ports = list }}
{{- if eq .part "identity" }}{{ $ports = without $values.egress.ports 80.0 443.0 }}{{ end }}
{{- end }}
{{- if $ports }}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: {{- toYaml $values.egress.except | nindent 10 }}
    - ipBlock:
        cidr: ::/0
        except: ['fc00::/7', 'fe80::/10']
  ports:
    {{- range $ports }}
    - port: {{ . }}
    {{- end }}
{{- end }}
{{- if $values.sandbox.enabled }}
- to:
    - podSelector:
        matchLabels: {{- include "postloom.selector" (dict "root" .root "part" "sandbox") | nindent 10 }}
  ports: [{ port: 3900 }, { port: 1025 }]
{{- end }}
{{- else }}
- to:
    - podSelector:
        matchLabels: {{- include "postloom.selector" (dict "root" .root "part" .to) | nindent 10 }}
  ports: [{ port: 8080 }]
{{- end }}
{{- end }}

{{/* The parts that begin a way to this one, as peers of a rule of ingress. */}}
{{- define "postloom.callers" }}
{{- $to := .part }}
{{- $root := .root }}
{{- range $caller, $ways := .root.Files.Get "files/ways.json" | fromJson }}
{{- if has $to $ways }}
- podSelector:
    matchLabels: {{- include "postloom.selector" (dict "root" $root "part" $caller) | nindent 6 }}
{{- end }}
{{- end }}
{{- end }}

{{- define "postloom.scrapeRule" }}
{{- with .Values.telemetry.scrapeNamespace }}
- from:
    - namespaceSelector:
        matchLabels: { kubernetes.io/metadata.name: {{ . }} }
  ports: [{ port: 9090 }]
{{- end }}
{{- end }}
